// Package ingest is the way of telemetry from an authenticated request to the
// engine: it keeps what it acknowledges, and hands it over exactly once.
//
// # The way of a request
//
// Accept decodes a request into rows, appends the request itself to the
// write-ahead log, and returns: from here on it is acknowledged. The rows go,
// in the order of their positions in the log, to the lane of their team and
// signal, where they gather in a batch. A batch closes by rows, bytes or age,
// a small one later than others, because an insert of few rows costs nearly as
// much as one of many; its blocks, one per table and day, are inserted one by one. When all are
// stored, the positions are done, and the log's cursor moves on.
//
// # Exactly once
//
// A batch holds all rows of its lane between two positions, and its id says
// which: log, first position, span, day. A block is stored whole or not at
// all. After an unknown outcome the engine is asked for the id before the
// block is sent again. After a crash it is asked for all ids that overlap what
// the log still holds, and the rows in between are known to be stored. Nothing
// has to be written down beside the log and the rows themselves.
//
// # Bounds and fairness
//
// Rows in memory are bounded. A lane that finds no room is behind: its rows
// are dropped from memory, because the log has them, and read again once the
// lane has room. Lanes take turns at the engine, and no team may fill all of
// the log, so that a noisy one delays itself and not the others.
package ingest
