import { existsSync } from 'node:fs'
import path from 'node:path'

import { loadClaveMaestra } from '../config/config-clave-maestra.ts'
import type { Config } from '../config/config.ts'
import { idOfClaveMaestra } from '../secretos/sobre.ts'
import { StartError } from '../instalacion/start-error.ts'

/** Location of the master key of an installation without CLAVE_MAESTRA. */
type Lugar = Pick<Config, 'claveMaestra' | 'dataDir' | 'modo'>
const fileOf = ({ dataDir }: Lugar) => path.join(dataDir, 'clave-maestra')

/** Location of the key that the backup leaves out, for the terminal. */
export const placeOfClaveMaestra = (config: Config): string =>
  config.claveMaestra === undefined ? `en el archivo ${fileOf(config)}` : 'en la variable CLAVE_MAESTRA de su configuración'

/** The key of this installation; never a new one, which would open nothing. */
export function requireClaveMaestra(config: Lugar): string {
  if (config.claveMaestra === undefined && !existsSync(fileOf(config)))
    throw new StartError(
      `Falta la clave maestra con la que se cifraron los secretos: ponga CLAVE_MAESTRA, o copie antes su archivo a ${fileOf(config)}.`,
    )
  return loadClaveMaestra(config)
}

/** @throws StartError when `claveMaestra` is not the key that sealed the secrets of the backup */
export function checkClaveMaestraOf(respaldo: { claveMaestraId: string }, claveMaestra: string): void {
  if (idOfClaveMaestra(claveMaestra) !== respaldo.claveMaestraId)
    throw new StartError(
      'La clave maestra de esta instalación no es la del respaldo: sin ella no se abren los certificados ni valen las contraseñas.',
    )
}
