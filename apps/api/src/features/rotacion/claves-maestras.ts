import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { fileOfClaveAnterior, fileOfClaveContrasenas, loadClaveMaestra } from '../../config/config-clave-maestra.ts'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../instalacion/start-error.ts'

export interface ClavesMaestras {
  anterior: string
  nueva: string
  /** Makes the new key the installation's own, once everything is sealed under it. Answers the remaining manual step. */
  adopt(): string
}

type ConClaves = Pick<Config, 'claveMaestra' | 'claveMaestraAnterior' | 'claveContrasenas' | 'dataDir' | 'modo'>

/**
 * The old and the new key: from the settings, if CLAVE_MAESTRA is one of them; else from the data folder's own file, for which a new key is
 * created.
 * @throws StartError when one is missing
 */
export const clavesMaestrasOf = (config: ConClaves): ClavesMaestras =>
  config.claveMaestra === undefined ? ofFolder(config) : ofSettings(config, config.claveMaestra)

function ofSettings({ claveMaestraAnterior: anterior, claveContrasenas }: ConClaves, nueva: string): ClavesMaestras {
  if (anterior === undefined)
    throw new StartError(
      'Falta CLAVE_MAESTRA_ANTERIOR: ponga en CLAVE_MAESTRA la clave nueva, y en CLAVE_MAESTRA_ANTERIOR la que se usaba hasta ahora.',
    )
  if (anterior === nueva)
    throw new StartError('CLAVE_MAESTRA y CLAVE_MAESTRA_ANTERIOR son la misma: ponga en CLAVE_MAESTRA una clave nueva.')
  if (claveContrasenas === undefined)
    throw new StartError(
      'Falta CLAVE_CONTRASENAS: ponga en ella, para siempre, la clave maestra con la que se empezó (si nunca rotó, la anterior). Sin ella nadie podría entrar.',
    )
  return {
    anterior,
    nueva,
    adopt: () =>
      'Inicie Yupana con la CLAVE_MAESTRA nueva y la CLAVE_CONTRASENAS puesta; pase el valor de CLAVE_MAESTRA_ANTERIOR a CLAVES_DE_CABEZAS, junto a los que tenga, y quítela.',
  }
}

function ofFolder(config: ConClaves): ClavesMaestras {
  const file = path.join(config.dataDir, 'clave-maestra')
  const draft = `${file}.nueva`
  if (!existsSync(file)) throw new StartError(`No hay una clave maestra en ${file}: no hay nada que rotar.`)
  const anterior = loadClaveMaestra(config)
  // From an interrupted run: part of the secrets may be sealed under it.
  if (!existsSync(draft)) writeFileSync(draft, randomBytes(36).toString('base64url'), { mode: 0o600, flush: true })
  return {
    anterior,
    nueva: readFileSync(draft, 'utf8').trim(),
    adopt: () => {
      const contrasenas = fileOfClaveContrasenas(config.dataDir)
      const guardada = fileOfClaveAnterior(config.dataDir, anterior)
      // By links and renames alone: whole or not at all, even if interrupted.
      for (const name of [contrasenas, guardada]) if (!existsSync(name)) linkSync(file, name)
      renameSync(draft, file)
      return `La clave nueva está en ${file}; la anterior queda en ${guardada}, y la primera en ${contrasenas}, porque con ella se guardaron las contraseñas. Guarde una copia de todas.`
    },
  }
}
