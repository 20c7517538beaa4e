import type { Persona, PersonaForm } from '@yupana/contract'
import { displayMonto, type Monto } from '@yupana/fiscal'

import type { Clock } from '../../proceso/clock.ts'
import { errors, type Problem } from '../../errors.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { autorBy, type Autor } from '../catalogo/catalogo.door.ts'

/** The user, and whether the user decides terms of credit. */
export interface AutorPersona extends Autor {
  daCredito: boolean
}

export const autorPersonaBy =
  (deps: { clock: Clock }) =>
  (session: SesionAbierta): AutorPersona => ({ ...autorBy(deps)(session), daCredito: mayDo(session, 'persona:credito') })

type Credito = Pick<PersonaForm, 'dias_credito' | 'limite_credito'>

/** Terms of a new person. */
const INICIAL: Credito = { dias_credito: 0, limite_credito: null }

const limiteText = (limite: Monto | null): string => (limite === null ? 'sin límite' : `en ${displayMonto(limite)}`)
const noPuede = (que: string, present: string): string =>
  `Su usuario no puede cambiar ${que}: déjelo ${present}, o pida el cambio a quien pueda dar crédito.`

/** Problems of changed terms of credit, for a user without the right to them. */
export function creditoProblems(form: Credito, before: Pick<Persona, 'dias_credito' | 'limite_credito'> = INICIAL): Problem[] {
  const { dias_credito: dias, limite_credito: limite } = before
  return [
    ...(form.dias_credito === dias ? [] : [{ campo: 'dias_credito', message: noPuede('el plazo de crédito', `en ${dias}`) }]),
    ...(form.limite_credito === limite ? [] : [{ campo: 'limite_credito', message: noPuede('el límite de crédito', limiteText(limite)) }]),
  ]
}

/** A user without the right to terms of credit merges only records with the same terms. @throws 422 */
export function requireMismoCredito({ daCredito }: Pick<AutorPersona, 'daCredito'>, one: Credito, other: Credito): void {
  if (daCredito || (one.dias_credito === other.dias_credito && one.limite_credito === other.limite_credito)) return
  const message = 'Cambiaría el plazo o el límite de crédito de la persona: pida la unión, o deshacerla, a quien pueda dar crédito.'
  throw errors.invalid([{ campo: 'otra_id', message }])
}

/** @throws 422 with each changed term */
export function requireCredito({ daCredito }: AutorPersona, form: Credito, before?: Persona): void {
  const problems = daCredito ? [] : creditoProblems(form, before)
  if (problems.length > 0) throw errors.invalid(problems)
}
