// Numbers of migrations: four digits, each once, and whoever lands later takes a higher one. They run in this order everywhere.

/** The base says each table once, as it is (adr/0016). It took the place of what had landed up to the second number: what comes goes on from there. */
export const BASE = '0041'
const REPLACED = '0882'

const NAME = /^\d{4}_[a-z]+(?:_[a-z]+)*\.sql$/
const numberOf = (name) => name.slice(0, 4)
const isOfBase = (name) => numberOf(name) <= BASE

/** What is wrong with the names of a folder. A file of another name would be passed over when the database is brought up to date. */
export function nameProblems(names) {
  const taken = new Map()
  return [...names].sort().flatMap((name) => {
    if (!NAME.test(name)) return [`${name}: a migration is called 0000_some_words.sql, four digits and words without accents.`]
    if (!isOfBase(name) && numberOf(name) <= REPLACED) return [`${name}: ${REPLACED} has landed before it. Take a higher number.`]
    const other = taken.get(numberOf(name))
    taken.set(numberOf(name), name)
    return other === undefined ? [] : [`${name}: the number is taken by ${other}.`]
  })
}

/** What landed under a number lower than one before it: who has applied the higher one would run them in another order. The base is set apart. */
export function orderProblems({ before, after }) {
  let highest = [...before].map(numberOf).sort().at(-1) ?? ''
  return after.flatMap((name) => {
    if (isOfBase(name)) return []
    const problem =
      numberOf(name) <= highest && !before.includes(name) ? [`${name}: ${highest} has landed before it. Take a higher number.`] : []
    if (numberOf(name) > highest) highest = numberOf(name)
    return problem
  })
}
