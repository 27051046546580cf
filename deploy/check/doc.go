// Package check holds the files in deploy to what they promise: its tests render the
// chart, load the compose files, and run the recipes of the collectors.
package check
