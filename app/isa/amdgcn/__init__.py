"""AMD GCN, CDNA and RDNA assembly."""
