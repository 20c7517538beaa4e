import { parentPort } from 'node:worker_threads'
import { diagnoseCertificado, P12Error, readP12 } from '@yupana/sri'

import { type P12Peticion, type P12Respuesta, READY } from './p12-mensaje.ts'

function answer({ bytes, password, ruc, now }: P12Peticion): P12Respuesta {
  try {
    const { privateKey, certificado } = readP12(bytes, password, now)
    return { ok: true, privateKey, certificado, diagnostico: diagnoseCertificado(certificado, { ruc, now, privateKey }) }
  } catch (error) {
    if (error instanceof P12Error) return { ok: false, codigo: error.code }
    throw error
  }
}

parentPort?.once('message', (peticion: P12Peticion) => parentPort?.postMessage(answer(peticion)))
parentPort?.postMessage(READY)
