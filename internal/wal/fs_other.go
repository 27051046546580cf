//go:build unix && !linux

package wal

// WriteParts writes the parts one by one.
func (f osFile) WriteParts(parts [][]byte, off int64) error {
	for _, part := range parts {
		if _, err := f.WriteAt(part, off); err != nil {
			return err
		}
		off += int64(len(part))
	}
	return nil
}

// Datasync makes the content and the length durable.
func (f osFile) Datasync() error { return f.Sync() }
