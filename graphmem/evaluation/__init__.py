"""How good and how fast it is: data sets, measures, suites, and the pages they write."""
