//go:build race

package main

// slack widens budgets of time and memory: the race detector makes a program
// several times slower and larger, and the promises are about the program.
const slack = 5
