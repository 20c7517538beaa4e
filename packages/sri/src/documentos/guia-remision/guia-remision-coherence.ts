import { COD_DOC, readClaveAcceso } from '@yupana/fiscal'

import type { Destinatario, GuiaRemision } from './guia-remision-tree.ts'
import { identifiedProblems } from '../partes/sujeto-coherence.ts'
import { autorizacionProblems } from '../partes/sustento-coherence.ts'
import { transporteProblems } from '../partes/transporte-coherence.ts'
import type { Problema } from '../arbol/validate-tree.ts'

function destinatarioProblems(destinatario: Destinatario, campo: string): Problema[] {
  const { codDocSustento, numDocSustento, numAutDocSustento, fechaEmisionDocSustento } = destinatario
  const isNamed = codDocSustento !== undefined && numDocSustento !== undefined
  const says = [codDocSustento, numDocSustento, numAutDocSustento, fechaEmisionDocSustento].some((value) => value !== undefined)
  return [
    ...(says && !isNamed
      ? [{ campo: `${campo}.numDocSustento`, mensaje: 'Del documento de sustento deben constar su tipo y su número.' }]
      : []),
    ...autorizacionProblems(numAutDocSustento, `${campo}.numAutDocSustento`),
  ]
}

/** Contradictions between the well-formed fields of a guía de remisión. */
export function guiaRemisionCoherence({ infoTributaria, infoGuiaRemision: info, destinatarios }: GuiaRemision): Problema[] {
  return [
    ...identifiedProblems(COD_DOC.GUIA_REMISION, info.tipoIdentificacionTransportista, info.rucTransportista, {
      tipo: 'infoGuiaRemision.tipoIdentificacionTransportista',
      identificacion: 'infoGuiaRemision.rucTransportista',
    }),
    ...transporteProblems(info, readClaveAcceso(infoTributaria.claveAcceso)?.fechaEmision, 'infoGuiaRemision'),
    ...destinatarios.flatMap((destinatario, index) => destinatarioProblems(destinatario, `destinatarios[${index}]`)),
  ]
}
