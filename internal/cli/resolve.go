package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/goccy/go-yaml"

	"github.com/cairnstack/cairn/internal/app"
)

// configOption is the one option that the YAML file itself can't hold.
const configOption = "config"

const dataDirOption = "data-dir"

// SecretFileBytesMax bounds a file that holds one secret.
const SecretFileBytesMax = 64 << 10

// resolver finds the value of an option that was not given as a flag: from
// the environment, from a file that the environment names (…_FILE, secrets
// only), or from the YAML file, in this order.
type resolver struct {
	lookupEnv    func(string) (string, bool)
	systemConfig string
	file         map[string]any
}

// Validate does nothing: keys are checked when the file is read, which needs
// the parsed command line.
func (r *resolver) Validate(*kong.Application) error { return nil }

// Resolve returns the option's value as text, or nil when nobody set it.
func (r *resolver) Resolve(ctx *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if text, ok := r.lookupEnv(app.EnvName(flag.Name)); ok {
		return text, nil
	}
	if isSecret(flag) {
		if path, ok := r.lookupEnv(app.EnvName(flag.Name) + "_FILE"); ok && path != "" {
			return readSecret(path)
		}
	}
	if err := r.load(ctx); err != nil {
		return nil, err
	}
	if value := r.file[flag.Name]; value != nil {
		return yamlText(value), nil
	}
	return nil, nil
}

// load reads the YAML file that --config or CAIRN_CONFIG names, or that of the
// machine's own installation, once.
func (r *resolver) load(ctx *kong.Context) error {
	if r.file != nil {
		return nil
	}
	r.file = map[string]any{}
	path, named := r.configPath(ctx)
	if path == "" {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil && named {
		return fmt.Errorf("--config: %w", err)
	}
	if err != nil {
		return explainSystemConfig(ctx, err)
	}
	if err := yaml.Unmarshal(text, &r.file); err != nil {
		where, _, _ := strings.Cut(yaml.FormatError(err, false, false), "\n")
		return fmt.Errorf("--config: %s is not a YAML mapping of option names to values: %s", path, where)
	}
	return r.checkKeys(ctx)
}

// configPath returns the file to read, and whether the caller has named it.
func (r *resolver) configPath(ctx *kong.Context) (path string, named bool) {
	for _, flag := range ctx.Model.Flags {
		if path, ok := ctx.FlagValue(flag).(string); ok && flag.Name == configOption && path != "" {
			return path, true
		}
	}
	if path, ok := r.lookupEnv(app.EnvName(configOption)); ok {
		return path, true
	}
	if r.namesDataDir(ctx) {
		return "", false
	}
	return r.systemConfig, false
}

// namesDataDir reports whether the caller has named a data folder, and with it
// an installation that is not the machine's own.
func (r *resolver) namesDataDir(ctx *kong.Context) bool {
	if _, ok := r.lookupEnv(app.EnvName(dataDirOption)); ok {
		return true
	}
	return slices.ContainsFunc(ctx.Path, func(p *kong.Path) bool { return p.Flag != nil && p.Flag.Name == dataDirOption })
}

// explainSystemConfig says why the file of the machine's own installation can't
// be read. It need not be there, and only commands about the installation need it.
func explainSystemConfig(ctx *kong.Context, err error) error {
	if errors.Is(err, fs.ErrNotExist) || !isLocal(ctx) {
		return nil
	}
	return fmt.Errorf("--config: %w; run it with sudo, or name another installation with --data-dir or --config", err)
}

func (r *resolver) checkKeys(ctx *kong.Context) error {
	known := map[string]bool{}
	for _, flag := range ctx.Model.Flags {
		known[flag.Name] = flag.Name != configOption
	}
	for _, key := range slices.Sorted(maps.Keys(r.file)) {
		if !known[key] {
			return fmt.Errorf("--config: %q is no option", key)
		}
	}
	return nil
}

func isSecret(flag *kong.Flag) bool { return flag.Tag != nil && flag.Tag.Has("secret") }

func readSecret(path string) (any, error) {
	stat, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if stat.Size() > SecretFileBytesMax {
		return nil, errors.New("the secret's file is larger than 64 KiB")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return strings.TrimRight(string(text), "\r\n"), nil
}

func yamlText(value any) string {
	list, ok := value.([]any)
	if !ok {
		return fmt.Sprint(value)
	}
	words := make([]string, len(list))
	for i, word := range list {
		words[i] = fmt.Sprint(word)
	}
	return strings.Join(words, ",")
}
