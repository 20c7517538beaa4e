// What every catalogue does alike; `nombrado` is of those that are a name, a description and a state.
export { autorBy, create, edit, insert, isEqual, read, remove, searchRows, type Autor, type Catalogo, type Tabla } from './catalogo.service.ts'
export * as nombrado from './nombrado.service.ts'
