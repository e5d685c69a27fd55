"""Program → findings: places where a kernel can compute something wrong, and waits that could be shorter."""
