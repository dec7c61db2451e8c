module jgbench.io/e2e/pause

go 1.24
