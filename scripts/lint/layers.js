// Who may import whom (docs/architecture.md). The one table both lint rules read.
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** Workspace package → packages of ours it may import. */
export const allowedPackages = {
  'packages/fiscal': [],
  'packages/contract': ['@yupana/fiscal'],
  'packages/sri': ['@yupana/fiscal'],
  'apps/api': ['@yupana/contract', '@yupana/sri', '@yupana/fiscal'],
  'apps/web': ['@yupana/contract', '@yupana/fiscal'],
  'apps/cli': ['@yupana/sri', '@yupana/fiscal'],
  'apps/sri-simulator': [],
  e2e: [],
  scripts: [],
}

/** Layers of the web app: a file may import its own layer's folder and those further right. */
export const webLayers = ['app', 'features', 'domain', 'components', 'lib']

export const toPosix = (file) => file.split(path.sep).join('/')

export const workspaceOf = (file) => {
  const relative = toPosix(path.relative(root, file))
  return Object.keys(allowedPackages).find((name) => relative.startsWith(`${name}/`))
}
