/** Fields that differ, old and new, for the audit; the row's version and date of edition are left out. */
export const changesOf = <T extends object>(before: T, after: T): Record<string, unknown> =>
  Object.fromEntries(
    (Object.keys(after) as (keyof T & string)[])
      .filter(
        (field) =>
          !['version', 'editada_en', 'editado_en'].includes(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
      )
      .map((field) => [field, [before[field], after[field]]]),
  )
