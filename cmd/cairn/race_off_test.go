//go:build !race

package main

// slack leaves budgets of time and memory as they are promised.
const slack = 1
