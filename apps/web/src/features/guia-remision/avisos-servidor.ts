import { askAvisos } from './guia.queries.ts'
import { armar, type GuiaValores } from './guia-valores.ts'

// The server's last notices, and the form for which they were given.
let dicho: { de: string; avisos: readonly string[] } | undefined

const formOf = (valores: GuiaValores) => JSON.stringify(armar(valores).form)

/** The server's last notices about these goods, for example that other guías already carry them. */
export const avisosDichos = (valores: GuiaValores): readonly string[] => (dicho && dicho.de === formOf(valores) ? dicho.avisos : [])

/** Asks the server for notices; repeats this if the user has typed meanwhile. */
export async function askServidor(read: () => GuiaValores): Promise<void> {
  for (let de: string | undefined; de !== formOf(read());) {
    const { form } = armar(read())
    de = JSON.stringify(form)
    dicho = { de, avisos: await askAvisos(form) }
  }
}
