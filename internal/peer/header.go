package peer

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"

	"github.com/pires/go-proxyproto"
	"github.com/pires/go-proxyproto/tlvparse"
)

// Bounds of a PROXY protocol header.
const (
	headerBytesMax  = 4 << 10 // of version 2, behind its fixed part
	lineBytesMax    = 107     // of version 1
	fixedBytes      = 16      // of version 2: signature, command, family, length
	signatureBytes  = 12
	endpointIDMax   = 512
	azureValueBytes = 5
	gcpValueBytes   = 8
)

// ErrNoHeader says that a connection does not begin with a PROXY protocol
// header.
var ErrNoHeader = errors.New("there is no PROXY protocol header")

// header is what a PROXY protocol header says. A local one comes from the load
// balancer itself, such as a health check.
type header struct {
	isLocal bool
	client  *net.TCPAddr
	origin  Origin
}

// readHeader reads a header, version 1 or 2, and nothing behind it.
func readHeader(r io.Reader) (header, error) {
	text, err := headerBytes(r)
	if err != nil {
		return header{}, fmt.Errorf("the PROXY protocol header can't be read: %w", err)
	}
	parsed, err := proxyproto.Read(bufio.NewReaderSize(bytes.NewReader(text), len(text)))
	if err != nil {
		return header{}, err
	}
	if parsed.Command.IsLocal() {
		return header{isLocal: true}, nil
	}
	client, ok := parsed.SourceAddr.(*net.TCPAddr)
	if !ok {
		return header{}, errors.New("the PROXY protocol header is not about a TCP connection")
	}
	tlvs, err := parsed.TLVs()
	if err != nil {
		return header{}, err
	}
	endpoint, err := endpointOf(tlvs)
	ssl, _ := tlvparse.FindSSL(tlvs)
	return header{client: client, origin: Origin{Client: RemoteOf(client), Endpoint: endpoint, OverTLS: ssl.ClientSSL()}}, err
}

// headerBytes returns the bytes of a header. What stands behind it is left to
// those who read the connection next.
func headerBytes(r io.Reader) ([]byte, error) {
	text, err := more(r, nil, signatureBytes)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoHeader, err)
	}
	switch {
	case bytes.Equal(text, proxyproto.SIGV2):
		return restOfBlock(r, text)
	case bytes.HasPrefix(text, proxyproto.SIGV1):
		return restOfLine(r, text)
	}
	return nil, ErrNoHeader
}

func restOfBlock(r io.Reader, text []byte) ([]byte, error) {
	text, err := more(r, text, fixedBytes-signatureBytes)
	if err != nil {
		return nil, err
	}
	length := int(binary.BigEndian.Uint16(text[len(text)-2:]))
	if length > headerBytesMax {
		return nil, fmt.Errorf("the PROXY protocol header has %d bytes; %d are allowed", length, headerBytesMax)
	}
	return more(r, text, length)
}

func restOfLine(r io.Reader, text []byte) ([]byte, error) {
	for !bytes.HasSuffix(text, []byte("\n")) {
		if len(text) >= lineBytesMax {
			return nil, errors.New("the PROXY protocol header has no end")
		}
		var err error
		if text, err = more(r, text, 1); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// more returns text with the next bytes behind it.
func more(r io.Reader, text []byte, count int) ([]byte, error) {
	next := make([]byte, count)
	_, err := io.ReadFull(r, next)
	return append(text, next...), err
}

// looksLikeHeader reports whether a connection begins as a header does.
func looksLikeHeader(start []byte) bool {
	return bytes.HasPrefix(start, append(bytes.Clone(proxyproto.SIGV1), ' ')) || bytes.HasPrefix(start, proxyproto.SIGV2)
}

// endpointOf returns the id of the private endpoint that a connection came
// through, as its provider shows it; empty for none. A header with a broken id
// or with more than one is refused: it would be let in by the address instead.
func endpointOf(tlvs []proxyproto.TLV) (string, error) {
	found := ""
	for _, tlv := range tlvs {
		id, err := endpointIn(tlv)
		switch {
		case err != nil:
			return "", err
		case id == "":
		case found != "":
			return "", errors.New("the PROXY protocol header names two private endpoints")
		default:
			found = id
		}
	}
	return found, nil
}

func endpointIn(tlv proxyproto.TLV) (string, error) {
	one := []proxyproto.TLV{tlv}
	switch tlv.Type { //nolint:exhaustive // others name no endpoint
	case tlvparse.PP2_TYPE_AWS:
		return awsEndpoint(tlv)
	case tlvparse.PP2_TYPE_AZURE:
		if len(tlv.Value) != azureValueBytes && hasSubtype(tlv, tlvparse.PP2_SUBTYPE_AZURE_PRIVATEENDPOINT_LINKID) {
			return "", proxyproto.ErrMalformedTLV
		}
		link, ok := tlvparse.FindAzurePrivateEndpointLinkID(one)
		return decimal(uint64(link), ok), nil
	case tlvparse.PP2_TYPE_GCP:
		if len(tlv.Value) != gcpValueBytes {
			return "", proxyproto.ErrMalformedTLV
		}
		connection, ok := tlvparse.ExtractPSCConnectionID(one)
		return decimal(connection, ok), nil
	}
	return "", nil
}

func awsEndpoint(tlv proxyproto.TLV) (string, error) {
	if len(tlv.Value) > 0 && !hasSubtype(tlv, tlvparse.PP2_SUBTYPE_AWS_VPCE_ID) {
		return "", nil // Amazon may say something else one day
	}
	id, err := tlvparse.AWSVPCEndpointID(tlv)
	if err == nil && (id == "" || len(id) > endpointIDMax) {
		err = proxyproto.ErrMalformedTLV
	}
	return id, err
}

// hasSubtype reports whether the value is of the subtype, or has none.
func hasSubtype(tlv proxyproto.TLV, subtype byte) bool {
	return len(tlv.Value) == 0 || tlv.Value[0] == subtype
}

func decimal(id uint64, known bool) string {
	if !known {
		return ""
	}
	return strconv.FormatUint(id, 10)
}
