package app

import (
	"context"
	"fmt"
	"syscall"
)

// How many files a server needs to have open at a time, and with how many it is
// at ease. A quiet one on an empty folder works with about 128, engine included.
const (
	openFilesMin    = 256
	openFilesEnough = 1024
)

// filesAdvice is what helps against too few files.
const filesAdvice = "raise the limit: ulimit -n 65536, or LimitNOFILE= of the service"

// openFiles returns how many files the process may have open. The soft limit is
// raised to the hard one when a Go program starts.
func openFiles() (uint64, error) {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0, fmt.Errorf("read the limit of open files: %w", err)
	}
	return limit.Max, nil
}

// checkOpenFiles fails where a server would start and then lack files.
func checkOpenFiles() (limit uint64, err error) {
	limit, err = openFiles()
	if err == nil && limit < openFilesMin {
		err = fmt.Errorf("only %d open files are allowed; a server needs %d, and %d or more are recommended; %s", limit, openFilesMin, openFilesEnough, filesAdvice)
	}
	return limit, err
}

// lookAtOpenFiles is the doctor's look at the limit of open files.
func lookAtOpenFiles(context.Context, Options) Finding {
	limit, err := checkOpenFiles()
	f := Finding{Subject: "open files", Good: fmt.Sprintf("up to %d", limit), Err: err}
	if limit < openFilesEnough {
		f.Good += fmt.Sprintf("; %d or more are recommended", openFilesEnough)
	}
	return f
}

// ensureOpenFiles ends a start that has too few files, and warns where they are
// few.
func (a *App) ensureOpenFiles(ctx context.Context) error {
	limit, err := checkOpenFiles()
	if err == nil && limit < openFilesEnough {
		a.Logger.WarnContext(ctx, "few files may be open at a time; "+filesAdvice, "limit", limit, "recommended", openFilesEnough)
	}
	return err
}
