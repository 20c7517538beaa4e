// Numbers of migrations: four digits, each once, and whoever lands later takes a higher one. They run in this order everywhere.

/** Landed before this rule: who has applied them keeps them as they are. */
export const LANDED_TWICE = ['0130_administracion.sql', '0130_limpieza.sql']

const NAME = /^\d{4}_[a-z]+(?:_[a-z]+)*\.sql$/
const numberOf = (name) => name.slice(0, 4)

/** What is wrong with the names of a folder. A file of another name would be passed over when the database is brought up to date. */
export function nameProblems(names) {
  const taken = new Map()
  return [...names].sort().flatMap((name) => {
    if (!NAME.test(name)) return [`${name}: a migration is called 0000_some_words.sql, four digits and words without accents.`]
    const other = taken.get(numberOf(name))
    taken.set(numberOf(name), name)
    if (other === undefined || [other, name].every((one) => LANDED_TWICE.includes(one))) return []
    return [`${name}: the number is taken by ${other}.`]
  })
}

/** What landed under a number lower than one before it: who has applied the higher one would run them in another order. */
export function orderProblems({ before, after }) {
  let highest = [...before].map(numberOf).sort().at(-1) ?? ''
  return after.flatMap((name) => {
    const problem =
      numberOf(name) <= highest && !before.includes(name) ? [`${name}: ${highest} has landed before it. Take a higher number.`] : []
    if (numberOf(name) > highest) highest = numberOf(name)
    return problem
  })
}
