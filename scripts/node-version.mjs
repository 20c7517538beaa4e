// Imported first by every entry: says it in Spanish before a newer syntax or function fails in English.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`✖ Yupana necesita Node.js 20.19 o posterior; este es ${process.versions.node}. Instálelo desde nodejs.org.`)
  process.exit(1)
}
