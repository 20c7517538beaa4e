import { randomInt } from 'node:crypto'

import { buildClaveAcceso, isFecha } from '@yupana/fiscal'
import { COMPROBANTES, declaracionOf, readComprobante, TIPOS_COMPROBANTE } from '@yupana/sri'

import { readEntrada } from '../archivos.ts'
import { explainClave } from '../clave-explicada.ts'
import { JSON_OPCION, SALIDA, type Comando, type Pedido } from '../comando.ts'
import { ficha, lista } from '../formato.ts'
import { UsoError } from '../errores.ts'

/** Builds a clave de acceso from its parts, or explains and checks one. */
export const clave: Comando = {
  nombre: 'clave',
  resumen: 'Arma una clave de acceso, o explica y comprueba una.',
  formas: [
    'CLAVE_DE_49_DÍGITOS [--json]',
    'ARCHIVO [--json]',
    '--fecha AAAA-MM-DD --tipo TIPO --ruc RUC --ambiente AMBIENTE --serie 001-001 --secuencial N [--codigo 12345678] [--json]',
  ],
  opciones: {
    fecha: { tipo: 'texto', valor: 'AAAA-MM-DD', ayuda: 'Fecha de emisión.' },
    tipo: {
      tipo: 'texto',
      valor: 'TIPO',
      ayuda: `Código de la tabla 3 (${COMPROBANTES.map(({ codigo }) => codigo).join(', ')}) o ${TIPOS_COMPROBANTE.join(', ')}.`,
    },
    ruc: { tipo: 'texto', valor: 'RUC', ayuda: 'RUC del emisor, 13 dígitos.' },
    ambiente: { tipo: 'texto', valor: 'AMBIENTE', ayuda: '1 o pruebas, 2 o produccion.' },
    serie: { tipo: 'texto', valor: 'SERIE', ayuda: 'Establecimiento y punto de emisión: 001-001.' },
    secuencial: { tipo: 'texto', valor: 'NÚMERO', ayuda: 'Hasta nueve dígitos; se completa con ceros.' },
    codigo: { tipo: 'texto', valor: 'OCHO', ayuda: 'Código numérico de ocho dígitos; si no se dice, al azar.' },
    json: JSON_OPCION,
  },
  notas: ['De un archivo toma la clave que está escrita en su <infoTributaria>. Sale con 1 si la clave no es correcta.'],
  async run(pedido, consola) {
    const [dado] = pedido.argumentos
    if (pedido.argumentos.length > 1) throw new UsoError('Este comando recibe una sola clave o un solo archivo.')
    const isBuilt = dado === undefined
    const text = isBuilt
      ? build(pedido)
      : /^[\d\s]+$/.test(dado)
        ? dado.replace(/\s/g, '')
        : readComprobante(await readEntrada(dado, consola)).documento.infoTributaria.claveAcceso
    const { valida, problemas, partes } = explainClave(text)
    if (pedido.bandera('json'))
      consola.out(
        `${JSON.stringify({ clave: text, valida, problemas, partes: Object.fromEntries(partes.map(({ nombre, valor, significado }) => [nombre, { valor, significado }])) })}\n`,
      )
    else {
      consola.out(`${text}\n`)
      if (!isBuilt) consola.out(`${valida ? '✔ La clave es correcta.' : '✖ La clave no es correcta.'}\n`)
      consola.out(lista('✖', problemas))
      if (partes.length > 0)
        consola.out(
          ficha(partes.map(({ nombre, valor, significado }) => [nombre, `${valor}${significado === undefined ? '' : `  ${significado}`}`])),
        )
    }
    return valida ? SALIDA.BIEN : SALIDA.NO
  },
}

function build(pedido: Pedido): string {
  const required = (opcion: string): string => {
    const value = pedido.texto(opcion)
    if (value === undefined)
      throw new UsoError(
        `Falta --${opcion}. Para armar una clave hacen falta --fecha, --tipo, --ruc, --ambiente, --serie y --secuencial; para comprobarla, la clave o un archivo.`,
      )
    return value
  }
  const fechaEmision = required('fecha')
  if (!isFecha(fechaEmision)) throw new UsoError('--fecha es un día como 2026-11-20.')
  const [estab = '', ptoEmi = ''] = matched('serie', required('serie'), /^(\d{3})-?(\d{3})$/, 'como 001-001')
  const [secuencial = ''] = matched('secuencial', required('secuencial'), /^(\d{1,9})$/, 'de uno a nueve dígitos')
  const [codigoNumerico = ''] = matched(
    'codigo',
    pedido.texto('codigo') ?? String(randomInt(100_000_000)).padStart(8, '0'),
    /^(\d{8})$/,
    'de ocho dígitos',
  )
  const [ruc = ''] = matched('ruc', required('ruc'), /^(\d{13})$/, 'de 13 dígitos')
  return buildClaveAcceso({
    fechaEmision,
    codDoc: codDocOf(required('tipo')),
    ruc,
    ambiente: ambienteOf(required('ambiente')),
    estab,
    ptoEmi,
    secuencial: secuencial.padStart(9, '0'),
    codigoNumerico,
  })
}

function matched(opcion: string, value: string, pattern: RegExp, form: string): string[] {
  const match = pattern.exec(value)
  if (match === null) throw new UsoError(`--${opcion} va ${form}.`)
  return match.slice(1)
}

function codDocOf(text: string): string {
  const tipo = TIPOS_COMPROBANTE.find((each) => each === text || declaracionOf(each).codDoc === text)
  if (tipo === undefined) throw new UsoError('--tipo no es ninguno de los seis comprobantes.')
  return declaracionOf(tipo).codDoc
}

function ambienteOf(text: string): string {
  const found = { '1': '1', pruebas: '1', '2': '2', produccion: '2', producción: '2' }[text.toLowerCase()]
  if (found === undefined) throw new UsoError('--ambiente es pruebas o produccion.')
  return found
}
