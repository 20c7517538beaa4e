declare const idOfEmpresa: unique symbol

/** The id of a company. The compiler accepts no other text for it; a row's `empresa_id` has this type. */
export type EmpresaId = string & { readonly [idOfEmpresa]: true }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => UUID.test(text)

/** Turns an outside text into the id of a company, in lower case as in the database. @throws RangeError */
export function empresaIdOf(text: string): EmpresaId {
  const id = text.toLowerCase()
  if (!isUuid(id)) throw new RangeError('empresaId is no UUID')
  return id as EmpresaId
}

/** The form with its `empresa_id` as the id of a company. @throws RangeError */
export const withEmpresaId = <Form extends { empresa_id: string }>(form: Form): Form & { empresa_id: EmpresaId } => ({
  ...form,
  empresa_id: empresaIdOf(form.empresa_id),
})
