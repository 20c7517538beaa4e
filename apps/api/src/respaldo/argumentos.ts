import path from 'node:path'

import { StartError } from '../instalacion/start-error.ts'

/** The folder a command was given, as seen from where it was typed. */
export function folderArgument(argument: string | undefined, usage: string): string {
  if (!argument || argument.startsWith('-')) throw new StartError(`Indique la carpeta del respaldo: ${usage}`)
  // npm runs its scripts in the root of the repository, whatever the folder of who typed it.
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), argument)
}

/** An instant as people in Ecuador read it. */
export const instanteLocal = (instante: string): string =>
  new Date(instante).toLocaleString('es-EC', { timeZone: 'America/Guayaquil', dateStyle: 'long', timeStyle: 'medium' })
