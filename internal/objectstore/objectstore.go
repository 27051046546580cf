// Package objectstore keeps backups in storage that speaks the S3 protocol.
package objectstore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/cairnstack/cairn/internal/backup"
	"github.com/cairnstack/cairn/internal/fault"
)

// The size of a part of an upload, which is held in memory; how often a call
// is made; and how long the storage may take to begin a response.
const (
	partBytes   = 16 << 20
	callsMax    = 5
	responseMax = time.Minute
)

// Keys are what the storage knows the installation by. When empty, they are
// looked for where Amazon's own tools look.
type Keys struct{ Access, Secret string }

// Store keeps backups in a bucket, each file an object. The storage verifies a
// checksum of every part that it takes.
type Store struct {
	at     Location
	client *minio.Client
}

// New returns the storage at a location. It does not reach for it yet.
func New(at Location, keys Keys) (*Store, error) {
	transport, err := minio.DefaultTransport(!at.Insecure)
	if err != nil {
		return nil, err
	}
	transport.ResponseHeaderTimeout = responseMax
	client, err := minio.New(at.Endpoint, &minio.Options{
		Creds: keys.credentials(), Secure: !at.Insecure, Region: at.Region, Transport: transport,
		TrailingHeaders: true, MaxRetries: callsMax,
	})
	return &Store{at, client}, err
}

func (k Keys) credentials() *credentials.Credentials {
	if k.Access != "" {
		return credentials.NewStaticV4(k.Access, k.Secret, "")
	}
	return credentials.NewChainCredentials([]credentials.Provider{
		&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{Client: &http.Client{Timeout: responseMax}},
	})
}

// Place returns bucket, prefix and endpoint.
func (s *Store) Place() string { return s.at.String() }

// New begins a backup. Its manifest is the last object that is written;
// without it there is none.
func (s *Store) New(ctx context.Context, key string) (backup.Draft, error) {
	if err := backup.CheckKey(key); err != nil {
		return nil, err
	}
	return draft{s, ctx, key}, nil
}

// Open returns the files of a backup, which are read until ctx ends.
func (s *Store) Open(ctx context.Context, key string) (backup.Files, error) {
	if err := backup.CheckKey(key); err != nil {
		return nil, err
	}
	return files{s, ctx, key}, nil
}

// Remove deletes all objects below a key, and uploads that were cut off.
func (s *Store) Remove(ctx context.Context, key string) error {
	if err := backup.CheckKey(key); err != nil {
		return err
	}
	prefix := s.at.Prefix + key + "/"
	for object := range s.client.ListObjects(ctx, s.at.Bucket, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
		if object.Err != nil {
			return explained("list the objects of a backup", object.Err)
		}
		if err := s.client.RemoveObject(ctx, s.at.Bucket, object.Key, minio.RemoveObjectOptions{}); err != nil {
			return explained("delete a backup", err)
		}
	}
	for upload := range s.client.ListIncompleteUploads(ctx, s.at.Bucket, prefix, true) {
		if upload.Err != nil {
			return explained("list the uploads of a backup", upload.Err)
		}
		if err := s.client.RemoveIncompleteUpload(ctx, s.at.Bucket, upload.Key); err != nil {
			return explained("delete an upload", err)
		}
	}
	return ctx.Err()
}

// explained returns a fault in words that owners of services may see; what the
// call was is in the log.
func explained(action string, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	var refused minio.ErrorResponse
	if errors.As(err, &refused) && refused.Code != "" {
		message := strings.TrimRight(refused.Message, ".")
		return fault.Wrap(fault.Unavailable, err, "the storage of backups refuses to %s: %s (%s)", action, message, refused.Code)
	}
	return fault.Wrap(fault.Unavailable, err, "the storage of backups can't be reached to %s", action)
}

// draft is a backup that is being written.
type draft struct {
	*Store
	ctx context.Context
	key string
}

// Create begins an object.
func (d draft) Create(name string) (io.WriteCloser, error) {
	read, write := io.Pipe()
	u := &upload{PipeWriter: write, done: make(chan error, 1)}
	go func() {
		err := d.put(name, read, u)
		_ = read.CloseWithError(err)
		u.done <- err
	}()
	return u, nil
}

func (d draft) put(name string, from io.Reader, u *upload) error {
	info, err := d.client.PutObject(d.ctx, d.at.Bucket, d.at.Prefix+d.key+"/"+name, from, -1, minio.PutObjectOptions{
		ContentType: "application/octet-stream", PartSize: partBytes, Checksum: minio.ChecksumCRC32C,
	})
	if err != nil {
		return explained("store a file", err)
	}
	if info.Size != u.bytes {
		return fault.New(fault.Unavailable, "the storage of backups has %d of %d bytes of a file", info.Size, u.bytes)
	}
	return nil
}

// Commit does nothing: the manifest is there.
func (draft) Commit() error { return nil }

// Discard deletes what was written.
func (d draft) Discard() error { return d.Remove(context.WithoutCancel(d.ctx), d.key) }

// upload is an object that is being written.
type upload struct {
	*io.PipeWriter
	bytes int64
	done  chan error
}

// Write sends bytes once a part is full.
func (u *upload) Write(b []byte) (int, error) {
	n, err := u.PipeWriter.Write(b)
	u.bytes += int64(n)
	return n, err
}

// Close returns once the storage has the whole object.
func (u *upload) Close() error {
	_ = u.PipeWriter.Close()
	return <-u.done
}

// files are the objects of a backup.
type files struct {
	*Store
	ctx context.Context
	key string
}

// Open returns an object.
func (f files) Open(name string) (io.ReadCloser, error) {
	object, err := f.client.GetObject(f.ctx, f.at.Bucket, f.at.Prefix+f.key+"/"+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, explained("read a file", err)
	}
	if _, err := object.Stat(); err != nil {
		_ = object.Close()
		if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
			return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
		}
		return nil, explained("read a file", err)
	}
	return object, nil
}
