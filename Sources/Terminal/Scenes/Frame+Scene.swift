package import Timing

extension Frame {
  /// Draws a scene as of a reading.
  ///
  /// - Parameters:
  ///   - scene: what is shown.
  ///   - now: what the clocks say.
  ///   - size: the screen; any size has a frame, and what there is no room for is left out.
  ///   - look: what the terminal can show.
  /// - Complexity: O(rows), and O(scrolled) for a list that is scrolled away.
  package init(_ scene: Scene, at now: Reading, size: Size, look: Look = Look()) {
    var sketch = Sketch(scene, at: now, size: size, look: look)
    switch scene.desk.mode {
    case .help: sketch.drawHelp()
    case .naming: sketch.drawForm()
    case .watching, .marking: sketch.drawSession()
    }
    self = sketch.canvas.frame
  }
}
