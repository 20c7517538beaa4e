import { describe, expect, it } from 'vitest'

import { vanishedFrom } from './sqlstate.ts'

// Messages of PostgreSQL, from its own translations.
const refused = (message: string, detail: string) => Object.assign(new Error(message), { code: '23503', detail })
const NEW_ROW = {
  en: refused(
    'insert or update on table "existencia" violates foreign key constraint "existencia_producto"',
    'Key (empresa_id, producto_id)=(1, 2) is not present in table "producto".',
  ),
  es: refused(
    'inserción o actualización en la tabla «existencia» viola la llave foránea «existencia_producto»',
    'La llave (empresa_id, producto_id)=(1, «2») no está presente en la tabla «producto».',
  ),
  de: refused(
    'Einfügen oder Aktualisieren in Tabelle »existencia« verletzt Fremdschlüssel-Constraint »existencia_producto«',
    'Schlüssel (empresa_id, producto_id)=(1, 2) ist nicht in Tabelle »producto« vorhanden.',
  ),
  fr: refused(
    'une instruction insert ou update sur la table « existencia » viole la contrainte de clé étrangère « existencia_producto »',
    "La clé (empresa_id, producto_id)=(1, 2) n'est pas présente dans la table « producto ».",
  ),
}
const OLD_ROW = {
  en: refused(
    'update or delete on table "producto" violates foreign key constraint "existencia_producto" on table "existencia"',
    'Key (empresa_id, id)=(1, 2) is still referenced from table "existencia".',
  ),
  es: refused(
    'update o delete en «producto» viola la llave foránea «existencia_producto» en la tabla «existencia»',
    'La llave (empresa_id, id)=(1, 2) todavía es referida desde la tabla «existencia».',
  ),
}

describe('a row that another one names', () => {
  it.each(Object.entries(NEW_ROW))('that is gone is known by its table, where the database speaks %s', (_language, error) => {
    expect(vanishedFrom(error)).toBe('producto')
  })

  it.each(Object.entries(OLD_ROW))('that was to go and is still named is none that is gone, in %s', (_language, error) => {
    expect(vanishedFrom(error)).toBeUndefined()
  })

  it('no other refusal says that something is gone', () => {
    expect(vanishedFrom(Object.assign(NEW_ROW.en, { code: '23505' }))).toBeUndefined()
    expect(vanishedFrom(new Error('violates "a" "b"'))).toBeUndefined()
  })
})
