// Adds to a package-lock.json the native packages of other platforms that npm left out.
//
// npm drops an optional package from the lock file when the registry in use does
// not carry it, and `npm ci` then refuses the lock file everywhere. The packages
// are added by exact version and platform, without a digest.
//
// usage: node scripts/complete-lock.mjs web/package-lock.json
import { readFileSync, writeFileSync } from 'node:fs';

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** Reads the platform out of a name such as `@scope/binding-linux-x64-gnu`. */
function platformOf(name) {
  const words = name.split('/').at(-1).split('-');
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') && os[0] === 'linux' ? ['glibc'] : [];
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(libc.length > 0 && { libc }) };
}

function missing(packages) {
  return Object.values(packages)
    .flatMap((entry) => Object.entries(entry.optionalDependencies ?? {}))
    .filter(([name, version]) => /^\d/.test(version) && !packages[`node_modules/${name}`])
    .filter(([name]) => platformOf(name).cpu !== undefined);
}

const [file] = process.argv.slice(2);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = missing(lock.packages);
for (const [name, version] of added) {
  lock.packages[`node_modules/${name}`] = { version, ...platformOf(name), optional: true };
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${file}: ${added.length} packages added\n`);
