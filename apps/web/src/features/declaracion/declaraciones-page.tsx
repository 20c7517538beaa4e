import { FORMULARIOS, parsePeriodoFiscal, type CodigoFormulario } from '@yupana/fiscal'
import { useSearchParams } from 'react-router'

import { DeclaracionLista } from './declaracion-lista.tsx'
import type { Cual } from './declaracion.queries.ts'
import { PapelPage } from './papel-page.tsx'

const isFormulario = (text: string | null): text is CodigoFormulario => FORMULARIOS.some((one) => one === text)

/** The paper in the address, if any: a link opens the same paper. */
function useCual(): Cual | undefined {
  const [search] = useSearchParams()
  const formulario = search.get('formulario')
  const periodo = search.get('periodo') ?? ''
  return isFormulario(formulario) && parsePeriodoFiscal(periodo) ? { formulario, periodo } : undefined
}

/** `/declaraciones`: «Declaraciones Realizadas» (O-32), and the working paper of one of them. */
export function DeclaracionesPage() {
  const cual = useCual()
  return cual ? <PapelPage key={`${cual.formulario} ${cual.periodo}`} cual={cual} /> : <DeclaracionLista />
}
