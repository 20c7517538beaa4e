// Words by which records are found.
export { listingOf, orderBy, orderOf, removeWords, saveWords, saveWordsOfMany, wayTo, type TipoBuscado, type Way } from './busqueda.sql.ts'
export { fold, ordenOf, wordsOfQuery, wordsOfRow } from './palabras.ts'
