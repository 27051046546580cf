package pgtest

// FindPrograms lets tests look where nothing is installed.
var FindPrograms = findPrograms
