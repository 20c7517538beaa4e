import { accessSync, chmodSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs'

import { StartError } from './start-error.ts'

/**
 * Creates the folder of DATA_DIR if necessary and returns its real path. @throws StartError when it cannot be used.
 * The mode of an existing folder is left to its owner.
 */
export function makeDataFolder(folder: string): string {
  const isNew = !existsSync(folder)
  try {
    mkdirSync(folder, { recursive: true })
    // A new folder of root: the database's user must pass through it, without listing it.
    if (isNew) chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
    accessSync(folder, constants.W_OK | constants.X_OK)
    return realpathSync(folder)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw new StartError(`No se puede usar la carpeta de datos ${folder}: ${REASONS[code] ?? code}.`)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'existe y no es una carpeta',
  ENOTDIR: 'una parte de la ruta no es una carpeta',
  EACCES: 'este usuario no puede escribir allí',
  EPERM: 'este usuario no puede escribir allí',
  EROFS: 'el disco es de solo lectura',
  ENOSPC: 'el disco está lleno',
}
