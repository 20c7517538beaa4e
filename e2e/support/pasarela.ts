// oxlint-disable-next-line yupana/boundaries -- the tests have one gateway for cards, and it stands with those of the API
export { SECRETO_PASARELA, startPasarela } from '../../apps/api/src/testing/pasarela-de-prueba.ts'
