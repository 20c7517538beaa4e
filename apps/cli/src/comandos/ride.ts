import { decodeXml, readComprobante, renderRide, type Marca } from '@yupana/sri'

import { ESTANDAR, onlyArchivo, readEntrada, salidaOf, writeSalida } from '../archivos.ts'
import { FORZAR_OPCION, JSON_OPCION, SALIDA, type Comando, type Pedido } from '../comando.ts'
import { fichaOf, identidadOf } from '../comprobante.ts'
import type { Consola } from '../consola.ts'
import { UsoError } from '../errores.ts'
import { PRODUCTO } from '../producto.ts'

const FORMATOS = { a4: 'A4', ticket: 'TICKET' } as const
const MARCAS: readonly Marca[] = ['SIMULADOR', 'PRUEBAS', 'PENDIENTE', 'BORRADOR', 'ANULADO']

/** Writes the printed representation of a document as a PDF. */
export const ride: Comando = {
  nombre: 'ride',
  resumen: 'Escribe el RIDE (PDF) de un comprobante.',
  formas: ['ARCHIVO [--salida ARCHIVO.pdf] [--formato a4|ticket] [--logo IMAGEN] [--marca MARCA]… [--forzar] [--json]'],
  opciones: {
    salida: {
      tipo: 'texto',
      valor: 'ARCHIVO',
      ayuda: 'Dónde escribir el PDF; si no se dice, junto al XML con su nombre. Un guion es la salida estándar.',
    },
    formato: { tipo: 'texto', valor: 'FORMATO', ayuda: 'a4 (si no se dice) o ticket, la tira de 80 mm.' },
    logo: { tipo: 'texto', valor: 'IMAGEN', ayuda: 'Logotipo, PNG o JPEG.' },
    marca: {
      tipo: 'varias',
      valor: 'MARCA',
      ayuda: `Sello sobre el documento, las veces que haga falta: ${MARCAS.join(', ')}. PRUEBAS y PENDIENTE se ponen solas cuando el XML lo dice.`,
    },
    'fecha-autorizacion': {
      tipo: 'texto',
      valor: 'FECHA',
      ayuda: 'Fecha de autorización tal como la dio el SRI, si el XML no está dentro de <autorizacion>.',
    },
    'numero-autorizacion': { tipo: 'texto', valor: 'NÚMERO', ayuda: 'Número de autorización, si no es la clave de acceso.' },
    vendedor: { tipo: 'texto', valor: 'NOMBRE', ayuda: 'Nombre de quien vendió.' },
    forzar: FORZAR_OPCION,
    json: JSON_OPCION,
  },
  notas: [
    'Sin autorización el RIDE dice «PENDIENTE DE AUTORIZACIÓN». Los mismos datos dan siempre los mismos bytes.',
    'Para un comprobante recibido, compruebe antes su firma con «verificar» y su autorización en el SRI: el RIDE imprime lo que el XML dice.',
  ],
  async run(pedido, consola) {
    const archivo = onlyArchivo(pedido)
    const salida = salidaOf(pedido, archivo, '.pdf')
    if (salida === ESTANDAR && pedido.bandera('json'))
      throw new UsoError('Con --json la salida estándar es la respuesta: diga otra con --salida.')
    const formato = formatoOf(pedido.texto('formato') ?? 'a4')
    const marcas = pedido.varias('marca').map(marcaOf)
    const fecha = pedido.texto('fecha-autorizacion')
    const numero = pedido.texto('numero-autorizacion')
    if (numero !== undefined && fecha === undefined) throw new UsoError('--numero-autorizacion necesita --fecha-autorizacion.')
    const source = decodeXml(await readEntrada(archivo, consola))
    const leido = readComprobante(source)
    const pdf = await renderRide(source, {
      formato,
      marcas,
      producto: PRODUCTO,
      logo: await logoOf(pedido, consola),
      autorizacion: fecha === undefined ? undefined : { fecha, numero },
      vendedor: pedido.texto('vendedor'),
    })
    writeSalida(salida, pdf, { forzar: pedido.bandera('forzar'), consola })
    const identidad = identidadOf(leido)
    if (pedido.bandera('json')) consola.out(`${JSON.stringify({ archivo, salida, bytes: pdf.length, documento: identidad })}\n`)
    else
      (salida === ESTANDAR ? consola.err : consola.out)(
        `✔ RIDE${salida === ESTANDAR ? '' : `: ${salida}`} (${String(Math.ceil(pdf.length / 1024))} KB)\n${fichaOf(identidad)}`,
      )
    return SALIDA.BIEN
  },
}

function formatoOf(text: string): 'A4' | 'TICKET' {
  const found = text.toLowerCase()
  if (found === 'a4' || found === 'ticket') return FORMATOS[found]
  throw new UsoError('--formato es a4 o ticket.')
}

function marcaOf(text: string): Marca {
  const found = MARCAS.find((marca) => marca === text.toUpperCase())
  if (found) return found
  throw new UsoError(`--marca es una de ${MARCAS.join(', ')}.`)
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')

/** Reads the logo and refuses one that is no picture; the drawing would leave it out silently. */
async function logoOf(pedido: Pedido, consola: Consola): Promise<Buffer | undefined> {
  const archivo = pedido.texto('logo')
  if (archivo === undefined) return undefined
  const bytes = await readEntrada(archivo, consola)
  if (![PNG, JPEG].some((start) => bytes.subarray(0, start.length).equals(start)))
    throw new UsoError('El logo debe ser una imagen PNG o JPEG.')
  return bytes
}
