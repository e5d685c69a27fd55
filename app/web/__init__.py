"""The web service: routes over the store, the analysing processes and the pages."""
