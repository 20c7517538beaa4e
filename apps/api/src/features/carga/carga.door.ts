// Uploaded sheets of a company: each kind belongs to its own feature, and none is known here.
export { Cargas } from './carga-obra.service.ts'
export { registerCarga } from './carga.routes.ts'
export { foldCelda, type Columna, type ProblemaFila } from './columna.ts'
export { placeOf, Repetidos, type FilaLeida } from './fila.ts'
export {
  badRow,
  goodRow,
  type Encargo,
  type FilaBuena,
  type FilaMala,
  type Obra,
  type Revisada,
  type Revision,
  type TipoDeCarga,
} from './tipo.ts'
