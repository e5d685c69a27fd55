"""Comparison → one frozen context a template: all that a page shows, decided before a template sees it."""
