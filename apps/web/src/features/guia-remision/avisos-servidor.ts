import { askAvisos } from './guia.queries.ts'
import { armar, type GuiaValores } from './guia-valores.ts'

// What the server said last, and of which form.
let dicho: { de: string; avisos: readonly string[] } | undefined

const formOf = (valores: GuiaValores) => JSON.stringify(armar(valores).form)

/** What the server said of these goods just now, such as that other guías carry them already. */
export const avisosDichos = (valores: GuiaValores): readonly string[] => (dicho && dicho.de === formOf(valores) ? dicho.avisos : [])

/** Asks the server what it has to say; again, where somebody goes on typing. */
export async function askServidor(read: () => GuiaValores): Promise<void> {
  for (let de: string | undefined; de !== formOf(read());) {
    const { form } = armar(read())
    de = JSON.stringify(form)
    dicho = { de, avisos: await askAvisos(form) }
  }
}
