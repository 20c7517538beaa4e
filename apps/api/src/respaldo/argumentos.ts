import path from 'node:path'

import { StartError } from '../instalacion/start-error.ts'

/** The folder argument of a command, resolved from the user's working folder. */
export function folderArgument(argument: string | undefined, usage: string): string {
  if (!argument || argument.startsWith('-')) throw new StartError(`Indique la carpeta del respaldo: ${usage}`)
  // npm runs scripts in the root of the repository, not in the user's folder.
  return path.resolve(process.env['INIT_CWD'] ?? process.cwd(), argument)
}

/** An instant as shown to people in Ecuador. */
export const instanteLocal = (instante: string): string =>
  new Date(instante).toLocaleString('es-EC', { timeZone: 'America/Guayaquil', dateStyle: 'long', timeStyle: 'medium' })
