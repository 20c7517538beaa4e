// The limits of a plan, and who is told of them.
export { avisosDePlan, dismissAvisoDePlan, tellPlanes } from './plan.service.ts'
