import { createPrivateKey } from 'node:crypto'

import {
  canonicalize,
  createFirmante,
  dictamenOf,
  diagnoseCertificado,
  idRepetido,
  parseXml,
  readComprobante,
  readP12,
  signXml,
  verifyOwnBytes,
  verifyXml,
} from '@yupana/sri'

import { ESTANDAR, onlyArchivo, readEntrada, salidaOf, writeSalida } from '../archivos.ts'
import { readPasswordP12 } from '../password-p12.ts'
import { PASSWORD_ARCHIVO_OPCION, FORZAR_OPCION, JSON_OPCION, NOTA_PASSWORD, SALIDA, type Comando } from '../comando.ts'
import { fichaOf, identidadOf } from '../comprobante.ts'
import { Rechazo, UsoError } from '../errores.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** Signs a document with a .p12 and verifies the result. */
export const firmar: Comando = {
  nombre: 'firmar',
  resumen: 'Firma un comprobante (XAdES-BES) con un .p12 y verifica lo que firmó.',
  formas: ['ARCHIVO --p12 FIRMA.p12 [--salida ARCHIVO] [--forzar] [--sha256] [--clave-archivo ARCHIVO] [--json]'],
  opciones: {
    p12: { tipo: 'texto', valor: 'ARCHIVO', ayuda: 'La firma electrónica (.p12 o .pfx). Obligatoria.' },
    salida: {
      tipo: 'texto',
      valor: 'ARCHIVO',
      ayuda: 'Dónde escribir el firmado; si no se dice, junto al original como «…-firmado.xml». Un guion es la salida estándar.',
    },
    forzar: FORZAR_OPCION,
    sha256: { tipo: 'bandera', ayuda: 'Usa SHA-256 en lugar de SHA-1, el que fija la ficha técnica del SRI.' },
    'clave-archivo': PASSWORD_ARCHIVO_OPCION,
    json: JSON_OPCION,
  },
  notas: [
    NOTA_PASSWORD,
    'El comprobante se escribe en forma canónica antes de firmarse: mismo contenido, sin comentarios. La salida son los bytes exactos que se envían al SRI: no los vuelva a guardar con otro programa.',
    'No firma lo que ya está firmado, ni con un certificado caducado, de otro RUC o que el SRI no acepta.',
  ],
  async run(pedido, consola) {
    const archivo = onlyArchivo(pedido)
    const p12 = pedido.texto('p12')
    if (p12 === undefined) throw new UsoError('Falta --p12, el archivo de la firma electrónica.')
    if (p12 === ESTANDAR || (archivo === ESTANDAR && pedido.texto('clave-archivo') === ESTANDAR))
      throw new UsoError('La entrada estándar se puede usar una sola vez, y no para el .p12.')
    const salida = salidaOf(pedido, archivo, '-firmado.xml')
    if (salida === ESTANDAR && pedido.bandera('json'))
      throw new UsoError('Con --json la salida estándar es la respuesta: diga otra con --salida.')

    const source = await readEntrada(archivo, consola)
    const { leido, unsigned } = unsignedOf(source)
    const file = await readEntrada(p12, consola)
    const now = consola.now()
    const { certificado, privateKey } = readP12(file, await readPasswordP12(pedido, consola), now)
    const { apto, rechazos, avisos } = diagnoseCertificado(certificado, { ruc: leido.documento.infoTributaria.ruc, now, privateKey })
    if (!apto)
      throw new Rechazo(rechazos[0]?.codigo ?? 'CERTIFICADO', rechazos.map(({ motivo, consejo }) => `${motivo} ${consejo}`).join(' '))

    const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })
    const signed = signXml(
      createFirmante({ certificado, privateKey: key, digest: pedido.bandera('sha256') ? 'sha256' : 'sha1' }),
      unsigned,
      now,
    )
    const bytes = Buffer.from(signed)
    const verificada = verifyXml(signed, now)
    const problemas = [...verifyOwnBytes(bytes, certificado), ...verificada.problemas, ...verificada.repetidos.map(idRepetido)]
    if (problemas.length > 0) throw new Rechazo('NO_SE_VERIFICA', `Lo firmado no se pudo verificar y no se guardó: ${problemas.join(' ')}`)
    writeSalida(salida, bytes, { forzar: pedido.bandera('forzar'), consola })

    const { titular, hasta } = dictamenOf(signed, now).certificado ?? { titular: '', hasta: '' }
    const identidad = identidadOf(leido)
    if (pedido.bandera('json'))
      consola.out(`${JSON.stringify({ archivo, salida, documento: identidad, titular, certificadoHasta: hasta, avisos })}\n`)
    else {
      const say = salida === ESTANDAR ? consola.err : consola.out
      say(`✔ Firmado y verificado${salida === ESTANDAR ? '' : `: ${salida}`}\n${fichaOf(identidad, [['Titular', titular]])}`)
      for (const { motivo, consejo } of avisos) consola.err(`! ${motivo} ${consejo}\n`)
    }
    return SALIDA.BIEN
  },
}

/** The document in canonical form, to be signed as text, without its wrapper. */
function unsignedOf(source: Uint8Array) {
  const leido = readComprobante(source)
  if (dictamenOf(source).resultado !== 'SIN_FIRMA') throw new Rechazo('YA_FIRMADO', 'El comprobante ya está firmado.')
  if (leido.xml === undefined)
    throw new Rechazo(
      'DENTRO_DE_AUTORIZACION',
      'El comprobante viene dentro de <autorizacion> como elementos: sáquelo de allí y fírmelo solo.',
    )
  return { leido, unsigned: DECLARATION + canonicalize(parseXml(leido.xml)) }
}
