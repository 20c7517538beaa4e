declare const idOfEmpresa: unique symbol

/** The id of a company. The compiler takes no other text for it; a row's `empresa_id` is one. */
export type EmpresaId = string & { readonly [idOfEmpresa]: true }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => UUID.test(text)

/** A text that comes from outside of the database as the id of a company, in small letters as the database writes it. @throws RangeError */
export function empresaIdOf(text: string): EmpresaId {
  const id = text.toLowerCase()
  if (!isUuid(id)) throw new RangeError('empresaId is no UUID')
  return id as EmpresaId
}

/** What a call says about a row of a company that it names. @throws RangeError */
export const withEmpresaId = <Form extends { empresa_id: string }>(form: Form): Form & { empresa_id: EmpresaId } => ({
  ...form,
  empresa_id: empresaIdOf(form.empresa_id),
})
