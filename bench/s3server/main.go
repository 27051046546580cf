// Command s3server is a versitygw S3 server over one folder, with what a test of
// an S3 client needs. Its own command would link the clients of other clouds too,
// which take longer to build than all the rest.
//
// usage: s3server ADDRESS FOLDER METADATA_FOLDER
//
// The folders in FOLDER are the buckets. The keys of its one user are those of the
// AWS variables.
package main

import (
	"context"
	"log"
	"os"

	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
	"github.com/versity/versitygw/embedgw"
)

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: s3server ADDRESS FOLDER METADATA_FOLDER")
	}
	if err := serve(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

func serve(addr, folder, metadataFolder string) error {
	metadata, err := meta.NewSideCar(metadataFolder)
	if err != nil {
		return err
	}
	files, err := posix.New(folder, metadata, posix.PosixOpts{SideCarDir: metadataFolder})
	if err != nil {
		return err
	}
	return embedgw.RunVersityGW(context.Background(), files, &embedgw.Config{
		RootUserAccess: os.Getenv("AWS_ACCESS_KEY_ID"), RootUserSecret: os.Getenv("AWS_SECRET_ACCESS_KEY"),
		Ports: []string{addr}, Quiet: true,
		MaxConnections: 1000, MaxRequests: 1000, MultipartMaxParts: 10_000,
	})
}
