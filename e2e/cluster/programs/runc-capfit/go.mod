module jgbench.io/e2e/runc-capfit

go 1.24
