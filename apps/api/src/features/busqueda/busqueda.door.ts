// Words by which records are found.
export { listingOf, orderBy, removeWords, saveWords, wayTo } from './busqueda.sql.ts'
export { ordenOf, wordsOfQuery, wordsOfRow } from './palabras.ts'
