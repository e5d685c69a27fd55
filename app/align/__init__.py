"""Two programs → links between equivalent operations, and the rows of the two columns."""
