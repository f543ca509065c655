internal import ICalendar
package import ListoModel
package import ListoStores

extension Patch {
  /// Reads what `listo diff --patch` wrote, on all cores.
  ///
  /// - Throws: ``WorkError/store(_:)``; ``WorkError/noPatch(input:)``, once the observer is told why.
  package init(reading input: Input, _ observer: some WorkObserver) throws(WorkError) {
    let source = try WorkError.storing { () throws(StoreError) in try input.open() }
    do throws(PatchError) {
      try self.init(reading: source, limits: input.limits, on: ThreadPipeline())
    } catch {
      observer.report(Diagnostic(.error, .badPatch, file: input.name, "\(error)"))
      throw .noPatch(input: input.name)
    }
  }
}
